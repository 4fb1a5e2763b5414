import { LANGUAGES } from '~/domain/languages';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Links to the app, for the languages whose receipt shows them (docs/rules.md, "Parent receipt"). */
export function DownloadApp() {
  const t = useTranslate();
  const { language, links } = usePage();
  if (!LANGUAGES[language].linksToApp) return null;
  return (
    <section className="download" aria-labelledby="download-title">
      <h2 id="download-title">{t('parent:receipt.downloadTitle')}</h2>
      <p>{t('parent:receipt.downloadText')}</p>
      <ul className="stores">
        <li>
          <a className="button" href={links.appStore}>
            {t('parent:receipt.appStore')}
          </a>
        </li>
        <li>
          <a className="button" href={links.googlePlay}>
            {t('parent:receipt.googlePlay')}
          </a>
        </li>
      </ul>
    </section>
  );
}
