import { useTranslate } from '~/components/page/use-translate';

/** The terms that packages are sold for, in years. */
export const TERMS = [1, 2] as const;

/** Classes that the stylesheet hides while the other term is selected. */
export const TERM_CLASSES = { 1: 'one-year', 2: 'two-years' } as const;

interface TermSwitchProps {
  years: 1 | 2;
  /** The formatted highest saving of a two-year package. */
  saving: string | null;
}

/**
 * Switches the visible cards between the terms. Only the stylesheet reads the choice. The switch is in the page's form so that Enter
 * continues, but the server ignores its value. Browsers that cannot switch show all cards (docs/rules.md, "Comparing packages").
 */
export function TermSwitch({ years, saving }: TermSwitchProps) {
  const t = useTranslate();
  return (
    <div className="term-switch">
      <fieldset className="choices pair">
        <legend>{t('parent:step3.term')}</legend>
        {TERMS.map((term) => (
          <div className="choice-row" key={term}>
            <input type="radio" name="term" id={`term-${term}`} value={term} defaultChecked={term === years} />
            <label htmlFor={`term-${term}`}>
              {t(`common:terms.${term}`)}{' '}
              {term === 2 && saving && (
                <span className="package-saving">{t('parent:step3.saveUpTo', { amount: saving })}</span>
              )}
            </label>
          </div>
        ))}
      </fieldset>
    </div>
  );
}
