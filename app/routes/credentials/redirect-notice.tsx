import type { SetByLink } from '~/domain/mailed-links';
import { DoneHeading } from '~/components/page/done-heading';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { StayLink } from '~/components/page/stay-link';
import { useTranslate } from '~/components/page/use-translate';

interface RedirectNoticeProps {
  to: string;
  stays: boolean;
  /** Signed in to the main product, from this browser. */
  isSignedIn: boolean;
  /** The stored username. */
  username: string;
  /** The form was sent again with other credentials, which were not stored. */
  isKept: boolean;
}

/** docs/rules.md, "Automatic redirects" */
export function RedirectNotice({ to, stays, isSignedIn, username, isKept }: RedirectNoticeProps) {
  const t = useTranslate();
  return (
    <section role="status">
      <DoneHeading>{t(isSignedIn ? 'parent:goingOn.heading' : 'parent:goingOn.headingSet')}</DoneHeading>
      {isKept && <Notice>{t('parent:goingOn.kept')}</Notice>}
      <p>{t('parent:goingOn.username', { username })}</p>
      {!stays && <p>{t('parent:goingOn.text')}</p>}
      <p>
        <a className="button primary" href={to}>
          {t('parent:goingOn.now')}
        </a>
      </p>
      {!stays && <StayLink>{t('parent:goingOn.stay')}</StayLink>}
    </section>
  );
}

/** Confirms the credentials that the mailed link set, if no receipt follows. */
export function SetNotice({ username, wayOn, isSignedIn }: SetByLink) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <section role="status">
      <DoneHeading>{t('parent:goingOn.headingSet')}</DoneHeading>
      <p>{t('parent:goingOn.username', { username })}</p>
      <p>
        <a className="button primary" href={wayOn}>
          {isSignedIn ? t('parent:receipt.open', { brand: brandName }) : t('common:header.logIn')}
        </a>
      </p>
    </section>
  );
}
