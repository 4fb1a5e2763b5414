import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/forms/intents';

/** Brings what the chosen country or region offers, and keeps everything typed. */
export function UpdateButton() {
  const t = useTranslate();
  return (
    <button className="secondary" name="intent" value={INTENTS.update} formNoValidate>
      {t('common:buttons.update')}
    </button>
  );
}
