import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/steps/intents';

/**
 * Reloads the lists for the chosen country or region without losing input.
 *
 * @param of the label of the chosen field, for screen readers
 */
export function UpdateButton({ of }: { of?: string }) {
  const t = useTranslate();
  return (
    <button className="secondary" name="intent" value={INTENTS.update} formNoValidate>
      {t('common:buttons.update')}
      {of && <span className="visually-hidden">, {of}</span>}
    </button>
  );
}

/** The hint of the country beside the button. A script loads the lists without it. */
export function UpdateHint() {
  const t = useTranslate();
  return <span className="without-script">{t('common:places.ifChanged', { update: t('common:buttons.update') })}</span>;
}
