import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/forms/intents';

/** Reloads the lists for the chosen country or region without losing anything typed. */
export function UpdateButton() {
  const t = useTranslate();
  return (
    <button className="secondary" name="intent" value={INTENTS.update} formNoValidate>
      {t('common:buttons.update')}
    </button>
  );
}
