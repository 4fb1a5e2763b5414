import { useTranslate } from '~/components/page/use-translate';

/** What the stylesheet hides while the other term is switched on. */
export const TERM_CLASSES = { 1: 'one-year', 2: 'two-years' } as const;

/**
 * Shows the cards of one term, by the stylesheet alone. It is no answer and is never sent, so it has a form of its own, which sends
 * nothing on Enter either: what is sent is the package. Browsers that cannot switch show all cards (docs/rules.md, "Comparing packages").
 */
export function TermSwitch({ years }: { years: 1 | 2 }) {
  const t = useTranslate();
  return (
    <form className="term-switch" method="dialog">
      <fieldset className="choices">
        <legend>{t('parent:step3.term')}</legend>
        {([1, 2] as const).map((term) => (
          <div className="choice-row" key={term}>
            <input type="radio" name="term" id={`term-${term}`} value={term} defaultChecked={term === years} />
            <label htmlFor={`term-${term}`}>{t(`common:terms.${term}`)}</label>
          </div>
        ))}
      </fieldset>
    </form>
  );
}
