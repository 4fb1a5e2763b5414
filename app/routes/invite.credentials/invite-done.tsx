import { useTranslate } from '~/components/page/use-translate';

/** The sign-up is done. The page goes on by itself in five seconds, at once by a link, or not at all. */
export function InviteDone({ stays, hasReceipt }: { stays: boolean; hasReceipt: boolean }) {
  const t = useTranslate();
  return (
    <section role="status">
      <h1>{t(stays ? 'invite:done.stayHeading' : 'invite:done.heading')}</h1>
      <p>
        <a className="button primary" href="/app/join/invite/receipt">
          {t(hasReceipt ? 'invite:done.toReceipt' : 'invite:done.toHome')}
        </a>
      </p>
      {!stays && (
        <p>
          <a href="?stay=1">{t('parent:goingOn.stay')}</a>
        </p>
      )}
    </section>
  );
}
