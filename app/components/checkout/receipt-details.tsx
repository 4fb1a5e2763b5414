import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { Unbroken } from '~/components/page/unbroken';
import { MultilineText } from '~/components/page/multiline-text';
import type { ReceiptRow, ReceiptSection } from '~/i18n/receipt-sections';

/** The receipt's contents, on screen and on paper. */
export function ReceiptDetails({ sections }: { sections: readonly ReceiptSection[] }) {
  return (
    <div className="paper">
      {sections.map((section) => (
        <Section key={section.id} {...section} />
      ))}
    </div>
  );
}

function Section({ id, title, rows, sentences }: ReceiptSection) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {rows.length > 0 && (
        <dl className="figures">
          {rows.map((row, index) => (
            <Row key={index} {...row} />
          ))}
        </dl>
      )}
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Unbroken text={sentence} />
        </p>
      ))}
      {id === 'terms' && <Terms />}
    </section>
  );
}

function Terms() {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <ul className="terms-links on-screen">
      <li>
        <a href={links.terms}>{t('common:footer.terms')}</a>
      </li>
      <li>
        <a href={links.privacy}>{t('common:footer.privacy')}</a>
      </li>
    </ul>
  );
}

function Row({ name, parts = [], values, isTotal }: ReceiptRow) {
  const kind = isTotal ? 'total' : values.length > 1 ? 'lines' : undefined;
  return (
    <div className={kind}>
      <dt>
        {name}
        {parts.length > 0 && (
          <ul>
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        )}
      </dt>
      {values.length > 0 && (
        <dd>
          <MultilineText lines={values} />
        </dd>
      )}
    </div>
  );
}
