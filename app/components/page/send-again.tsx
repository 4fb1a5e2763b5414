import { PageMark } from '~/components/form/page-mark';
import { BASE_PATH } from '~/domain/base-path';
import { NEW_LINK_PATH } from '~/journeys/invited';
import { SupportContact } from './problem-pages';
import { FORM_ID } from './route-handle';
import { useTranslate } from './use-translate';

/** The posted fields, without secrets. */
export interface PostedForm {
  /** Includes the query. */
  address: string;
  /** In the posted order. */
  fields: [name: string, value: string][];
  /** What the visitor typed, and the names of the chosen country and region. */
  typed: string[];
  /** The form contained a secret, which is never sent back. */
  lacksSecrets: boolean;
}

export interface SendAgainProps extends PostedForm {
  title: string;
  /** Why the post was rejected. */
  text: string;
  /** The wait before pressing again, if it would be rejected sooner. */
  wait?: string | undefined;
}

/** Asks the visitor to resend a post that was rejected for reasons outside the form. */
export function SendAgain({ title, text, wait, address, fields, typed, lacksSecrets }: SendAgainProps) {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{title}</h1>
      <p>{text}</p>
      {wait && <p>{wait}</p>}
      {lacksSecrets && <p>{t('common:sendAgain.secrets')}</p>}
      <Typed values={typed} />
      <form id={FORM_ID} method="post" action={address} noValidate>
        <PageMark />
        <Hidden fields={fields} />
        <div className="step-buttons">
          <button className="primary">{t('common:sendAgain.button')}</button>
        </div>
      </form>
      <SupportContact />
    </section>
  );
}

/** This is not a step's form, so it has a different id. */
export const OTHER_FORM_ID = 'posted';

interface OtherSignUpProps extends PostedForm {
  title: string;
  /** Where the current sign-up continues, below the base path; undefined without one. */
  goOn: string | undefined;
  /** The button that leaves the current sign-up and begins another one with the posted input. */
  beginAnother: { name: string; value: string } | undefined;
}

/**
 * Shown if the posted page belongs to a sign-up other than this browser's current one (docs/rules.md, "Page ownership"). Reveals nothing
 * about either sign-up.
 */
export function OtherSignUp({ title, goOn, beginAnother, address, fields, typed }: OtherSignUpProps) {
  const t = useTranslate();
  const current = goOn === undefined ? 'none' : 'other';
  const link = findMailedLink(address, goOn);
  const [way, to] = wayOnOf({ goOn, link, isAnswer: beginAnother !== undefined });
  return (
    <section className="problem">
      <h1>{title}</h1>
      <p>{t(beginAnother ? 'common:signUpBegun.text' : `common:otherSignUp.${current}`)}</p>
      {link && <p>{t(`common:otherSignUp.${link}`)}</p>}
      <Typed values={typed} />
      {/* The language selector's buttons belong to it, too. */}
      <form id={OTHER_FORM_ID} method="post" action={address} noValidate>
        <PageMark />
        <Hidden fields={fields} />
        <div className="step-buttons">
          <a className="button primary" href={BASE_PATH + to}>
            {t(way)}
          </a>
        </div>
        {beginAnother && (
          <div className="step-buttons">
            <button className="secondary" {...beginAnother}>
              {t('common:signUpBegun.beginAnother')}
            </button>
          </div>
        )}
      </form>
      <SupportContact />
    </section>
  );
}

/** The mail whose link opens the page again: the cookie of a followed link expires before the link. */
function findMailedLink(address: string, goOn: string | undefined): 'mailedLink' | 'inviteLink' | undefined {
  const path = address.split('?', 1)[0] ?? '';
  if (path === `${BASE_PATH}/credentials`) return 'mailedLink';
  return goOn === undefined && path.startsWith(`${BASE_PATH}/invite`) ? 'inviteLink' : undefined;
}

interface WayOn {
  goOn: string | undefined;
  link: ReturnType<typeof findMailedLink>;
  isAnswer: boolean;
}

/** @returns the button's text, and its path below the base path */
function wayOnOf({ goOn, link, isAnswer }: WayOn) {
  if (goOn !== undefined) return [isAnswer ? 'common:signUpBegun.goOn' : 'common:otherSignUp.goOn', goOn] as const;
  // An invited person must not begin, and pay for, another sign-up.
  if (link === 'inviteLink') return ['common:otherSignUp.toInvite', NEW_LINK_PATH] as const;
  return ['common:missing.back', '/signup'] as const;
}

function Typed({ values }: { values: string[] }) {
  const t = useTranslate();
  if (values.length === 0) return null;
  return (
    <>
      <h2>{t('common:sendAgain.typed')}</h2>
      <ul>
        {values.map((value, index) => (
          <li key={index}>{value}</li>
        ))}
      </ul>
    </>
  );
}

function Hidden({ fields }: Pick<PostedForm, 'fields'>) {
  return fields.map(([name, value], index) => <input key={index} type="hidden" name={name} value={value} />);
}
