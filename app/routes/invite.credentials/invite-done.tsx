import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { StayLink } from '~/components/page/stay-link';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

interface InviteDoneProps {
  stays: boolean;
  hasReceipt: boolean;
  isSetElsewhere: boolean;
  /** The stored username; empty if unknown. */
  username: string;
  /** The form was sent again with other credentials, which were not stored. */
  isKept: boolean;
}

/** docs/rules.md, "Automatic redirects" */
export function InviteDone({ stays, hasReceipt, isSetElsewhere, username, isKept }: InviteDoneProps) {
  const t = useTranslate();
  return (
    <section role="status">
      <DoneHeading>{t(stays ? 'invite:done.stayHeading' : 'invite:done.heading')}</DoneHeading>
      {isSetElsewhere && <Notice>{t('parent:receipt.setElsewhere')}</Notice>}
      {isKept && !isSetElsewhere && <Notice>{t('parent:goingOn.kept')}</Notice>}
      {username !== '' && <p>{t('parent:goingOn.username', { username })}</p>}
      <p>
        <a className="button primary" href={`${BASE_PATH}/invite/receipt`}>
          {t(hasReceipt ? 'invite:done.toReceipt' : 'invite:done.toHome')}
        </a>
      </p>
      {!stays && <StayLink>{t('parent:goingOn.stay')}</StayLink>}
    </section>
  );
}
