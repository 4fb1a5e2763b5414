import type { ReactNode } from 'react';
import type { ListItem } from '~/domain/list-item';
import type { RegisteredProfessional } from '~/steps/professional';
import { MultilineText } from '~/components/page/multiline-text';
import { nameIn } from '~/domain/list-item';
import { usePage } from '~/components/page/page-context';
import { addressLines } from '~/i18n/address-lines';
import { phoneNumberFor } from '~/reference/phone-numbers';
import { useTranslate } from '~/components/page/use-translate';

interface Props {
  account: RegisteredProfessional;
  lists: Record<'titles' | 'countries' | 'regions' | 'timezones' | 'roles', ListItem[]>;
}

/** Shows the backend's response, which never contains the security answer or code. */
export function ProfessionalAccount({ account, lists }: Props) {
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
export function ProfessionalNextSteps({ account: { email, passwordUrl } }: Pick<Props, 'account'>) {
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
