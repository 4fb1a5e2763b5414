import { PageMark } from '~/components/form/page-mark';
import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { SupportReference } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

interface InviteRequestProps {
  message?: string;
  canStartAgain?: boolean;
  /** The link still works, but opens only the page of the paid invite. */
  isPaid?: boolean;
  /** The form's address. */
  action: string;
}

/** docs/rules.md, "Expired invite link" */
export function InviteRequest({ message, canStartAgain = false, isPaid = false, action }: InviteRequestProps) {
  const t = useTranslate();
  const text = isPaid ? 'textIfPaid' : 'text';
  return (
    <>
      <h1>{t('invite:request.heading')}</h1>
      {message && (
        <Notice kind="warning">
          <p role="alert" tabIndex={-1} autoFocus>
            {message}
          </p>
        </Notice>
      )}
      {canStartAgain && (
        <p>
          <a className="button primary" href={`${BASE_PATH}/invite/step1`}>
            {t('invite:request.startAgain')}
          </a>
        </p>
      )}
      <p>{t(`invite:request.${canStartAgain ? 'textIfStuck' : text}`)}</p>
      <form className="step-buttons" method="post" action={action}>
        <PageMark />
        <button className={canStartAgain ? 'secondary' : 'primary'}>{t('invite:request.send')}</button>
      </form>
      <div className="support">
        <SupportReference />
      </div>
    </>
  );
}

/** @param again the address that asks for another link */
export function InviteRequestSent({ again }: { again: string }) {
  const t = useTranslate();
  return (
    <>
      <DoneHeading>{t('invite:request.sentHeading')}</DoneHeading>
      <p>{t('invite:request.sentText')}</p>
      <p>{t('invite:request.sentRarely')}</p>
      <p>{t('invite:request.notGot')}</p>
      <p>
        <a className="button" href={again}>
          {t('invite:request.again')}
        </a>
      </p>
    </>
  );
}

/** An invite without a token cannot be renewed, so the visitor must open the mail again. */
export function InviteTokenMissing() {
  const t = useTranslate();
  const { supportEmail } = usePage();
  return (
    <>
      <h1>{t('invite:request.missingHeading')}</h1>
      <p>{t('invite:request.missingText')}</p>
      <ol>
        <li>{t('invite:request.missingSteps.mail')}</li>
        <li>{t('invite:request.missingSteps.link')}</li>
        <li>{t('invite:request.missingSteps.again')}</li>
      </ol>
      <p>{t('invite:request.missingSupport')}</p>
      <p>
        <a className="button primary" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
      </p>
      <SupportReference />
    </>
  );
}
