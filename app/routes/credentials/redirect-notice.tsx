import { useTranslate } from '~/components/page/use-translate';

interface RedirectNoticeProps {
  to: string;
  stays: boolean;
  /** At the main product, from this browser. */
  isSignedIn: boolean;
}

/** docs/rules.md, "Automatic redirects" */
export function RedirectNotice({ to, stays, isSignedIn }: RedirectNoticeProps) {
  const t = useTranslate();
  return (
    <section role="status">
      <h1>{t(isSignedIn ? 'parent:goingOn.heading' : 'parent:goingOn.headingSet')}</h1>
      {!stays && <p>{t('parent:goingOn.text')}</p>}
      <p>
        <a className="button primary" href={to}>
          {t('parent:goingOn.now')}
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
