import { LANGUAGES } from '~/domain/languages';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Where to get the app, in the languages whose receipt shows it (docs/rules.md, "Parent receipt"). */
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
