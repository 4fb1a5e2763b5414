import { useTranslate } from '~/components/page/use-translate';

/** docs/rules.md, "Automatic redirects" */
export function RedirectNotice({ to, stays }: { to: string; stays: boolean }) {
  const t = useTranslate();
  return (
    <section role="status">
      <h1>{t('parent:goingOn.heading')}</h1>
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
