import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** @param keepsTyped opens them in a new tab: what is typed on this page would be gone on Back */
export function TermsLinks({ keepsTyped = false }: { keepsTyped?: boolean }) {
  const { links } = usePage();
  const t = useTranslate();
  const tab = keepsTyped ? { target: '_blank', rel: 'noopener' } : {};
  const told = keepsTyped && ` ${t('common:newTab')}`;
  return (
    <p className="hint">
      <a href={links.terms} {...tab}>
        {t('common:footer.terms')}
        {told}
      </a>
      {' · '}
      <a href={links.privacy} {...tab}>
        {t('common:footer.privacy')}
        {told}
      </a>
    </p>
  );
}
