import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PageMark } from '~/components/form/page-mark';
import { DoneHeading } from '~/components/page/done-heading';
import { MultilineText } from '~/components/page/multiline-text';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { nameIn, type ListItem } from '~/domain/list-item';
import { addressLines } from '~/i18n/address-lines';
import { CLEARED_PROFESSIONAL } from '~/journeys/professional';
import { phoneNumberFor } from '~/reference/phone-numbers';
import type { RegisteredProfessional } from '~/steps/professional';
import { fetchAccountLists } from '~/use-cases/professional/professional-lists.server';
import { requireStep } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { sheet: 'receipt' };

export async function loader({ context }: LoaderFunctionArgs) {
  const { proDone: account, proFailure } = requireStep(context, 'done');
  // One of two concurrent submits may have failed after the other succeeded. Its retry is no longer needed.
  if (proFailure) context.session.update({ proFailure: undefined });
  const { lists } = await fetchAccountLists(context, account);
  return data({ account, lists });
}

/** Starts over for the next person in this browser. */
export async function action({ context }: ActionFunctionArgs) {
  requireStep(context, 'done');
  context.session.update(CLEARED_PROFESSIONAL);
  return redirect('/pro/contact', 303);
}

export default function ProfessionalDone() {
  const { account, lists } = useLoaderData<typeof loader>();
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <DoneHeading>{t('professional:done.heading', { name: account.name.firstName })}</DoneHeading>
      <p>{t('professional:done.lead')}</p>
      <ProfessionalNextSteps account={account} />
      <ProfessionalAccount account={account} lists={lists} />
      <form className="other-way" method="post" action={address}>
        <PageMark />
        <button className="link-button">{t('professional:done.again')}</button>
      </form>
    </>
  );
}

interface AccountProps {
  account: RegisteredProfessional;
  lists: Record<'titles' | 'countries' | 'regions' | 'timezones' | 'roles', ListItem[]>;
}

/** Shows the backend's response, which never contains the security answer or code. */
function ProfessionalAccount({ account, lists }: AccountProps) {
  const t = useTranslate();
  const { language } = usePage();
  const { name, phoneExtension, roles } = account;
  const title = name.title && nameIn(lists.titles, name.title);
  const ownName = [name.firstName, name.lastName].filter(Boolean).join(' ');
  const fullName = [title ? t('professional:done.nameWithTitle', { title, name: ownName }) : ownName, name.credentials];
  const phone = [
    phoneNumberFor({ countryCode: account.phoneCountryCode, phoneNumber: account.phoneNumber }),
    phoneExtension && t('professional:done.extension', { extension: phoneExtension }),
  ];
  const address = [
    account.practiceName,
    ...addressLines(language, { ...account, line1: account.addressLine1, line2: account.addressLine2 }, lists),
  ];
  return (
    <section aria-labelledby="account-title">
      <h2 id="account-title">{t('professional:done.account')}</h2>
      <dl className="review-list facts">
        <Row name={t('professional:done.name')} lines={[fullName.filter(Boolean).join(', ')]} />
        <Row name={t('common:fields.email')} lines={[account.email]} />
        <Row name={t('professional:done.phone')} lines={[phone.filter(Boolean).join(', ')]} />
        <Row name={t('professional:done.practice')} lines={address} />
        <Row name={t('checkout:fields.timezone')} lines={[nameIn(lists.timezones, account.timezone)]} />
        <Row name={t('professional:fields.roles')} lines={roles.map((role) => nameIn(lists.roles, role))} />
      </dl>
    </section>
  );
}

function Row({ name, lines }: { name: string; lines: (string | undefined)[] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <MultilineText lines={lines} />
      </dd>
    </div>
  );
}

/** docs/rules.md, "Professional account" */
function ProfessionalNextSteps({ account: { email, passwordUrl } }: Pick<AccountProps, 'account'>) {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title">{t('professional:done.next')}</h2>
      <ol className="next-steps">
        {passwordUrl !== undefined && <NextStep name={t('professional:done.choosePassword')} />}
        <NextStep name={t('professional:done.checkEmail')}>
          {t('professional:done.emailSent', { email })} {!passwordUrl && t('professional:done.linkInEmail')}{' '}
          {t('professional:done.checkSpam')}
        </NextStep>
        <NextStep name={t('professional:done.logIn')}>{t('professional:done.logInText')}</NextStep>
        <NextStep name={t('professional:done.invite')}>{t('professional:done.inviteText')}</NextStep>
      </ol>
      <div className="step-buttons">
        {passwordUrl !== undefined && (
          <a className="button primary" href={passwordUrl}>
            {t('professional:done.setPassword')}
          </a>
        )}{' '}
        {/* Never the main button: it works only after the password is chosen. */}
        <a className="button secondary" href={links.proCases}>
          {t('professional:done.cases')}
        </a>
      </div>
    </section>
  );
}

function NextStep({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <li>
      <strong>{name}</strong>
      {children && <p className="hint">{children}</p>}
    </li>
  );
}
