import type commonTexts from '../../../locales/en/common.json';
import { SupportPhone, usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';

type RefusalCode = Exclude<keyof (typeof commonTexts)['refused'], 'back'>;

export function MissingPage() {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{t('common:missing.title')}</h1>
      <p>{t('common:missing.text')}</p>
      <BackToStart />
      <SupportContact />
    </section>
  );
}

/** Also states whether the answers were kept. */
export function BrokenPage() {
  const t = useTranslate();
  const { hasPaid, keptForMinutes } = usePage();
  const kept = keptForMinutes === null ? 'nothingKept' : 'kept';
  return (
    <section className="problem">
      <h1>{t('common:broken.title')}</h1>
      <p>{t('common:broken.text')}</p>
      <p>{t(`common:broken.${hasPaid ? 'paid' : kept}`)}</p>
      <TryAgain />
      <SupportContact />
    </section>
  );
}

/** Refusals whose text asks the visitor to try again. */
const REPEATABLE: readonly RefusalCode[] = ['too-many-requests', 'no-room'];
/** Refusals whose text leads to the first step. */
const BEGINS_AGAIN: readonly RefusalCode[] = ['draft-too-large'];

/** Its filled button does what its text advises. No link repeats the browser's Back button. */
export function RefusedPage({ code }: { code: RefusalCode }) {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{t(`common:refused.${code}.title`)}</h1>
      <p>{t(`common:refused.${code}.text`)}</p>
      <p>{t('common:refused.back')}</p>
      {REPEATABLE.includes(code) && <TryAgain />}
      <BackToStart isMain={BEGINS_AGAIN.includes(code)} />
      <SupportContact />
    </section>
  );
}

/** Has no link, because the page reloads by itself. */
export function BusyNotice() {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{t('common:refused.busy.title')}</h1>
      <p>{t('common:busy')}</p>
      <SupportContact withReference={false} />
    </section>
  );
}

/** An empty address is that of the page, with its query, so a mailed link's token does not appear in the page. */
function TryAgain() {
  const t = useTranslate();
  return (
    <p>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- It is a link, to the page itself. */}
      <a className="button primary" href="">
        {t('common:broken.again')}
      </a>
    </p>
  );
}

function BackToStart({ isMain = true }: { isMain?: boolean }) {
  const t = useTranslate();
  return (
    <p>
      <a className={isMain ? 'button primary' : 'button full'} href={`${BASE_PATH}/signup`}>
        {t('common:missing.back')}
      </a>
    </p>
  );
}

/** Phone and e-mail, at the end of a sentence that says why to contact support. */
export function SupportWays({ country }: { country?: string }) {
  const t = useTranslate();
  const { supportEmail } = usePage();
  return (
    <>
      <SupportPhone country={country} /> {t('common:support.or')} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
    </>
  );
}

interface SupportContactProps {
  /** The sentence before it. */
  lead?: string;
  withReference?: boolean;
  country?: string;
}

export function SupportContact({ lead, withReference = true, country }: SupportContactProps) {
  const t = useTranslate();
  return (
    <div className="support">
      <p>
        {lead && `${lead} `}
        {t('common:support.call')} <SupportWays country={country} />
      </p>
      {withReference && <SupportReference />}
    </div>
  );
}

/** The request's id, which support can find in the logs. */
export function SupportReference() {
  const t = useTranslate();
  const { reference } = usePage();
  return (
    <p className="reference">
      {t('common:support.reference')} <code>{reference}</code>
    </p>
  );
}
