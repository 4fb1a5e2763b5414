import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

const QUESTIONS = ['how', 'differs', 'easier'] as const;

export function InviteFaq() {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <section className="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{t('invite:faq.title')}</h2>
      {QUESTIONS.map((question) => (
        <details key={question}>
          <summary>{t(`invite:faq.${question}.question`, { brand: brandName })}</summary>
          <p>{t(`invite:faq.${question}.answer`, { brand: brandName })}</p>
        </details>
      ))}
    </section>
  );
}
