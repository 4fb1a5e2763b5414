import { INTENTS, MORE_TIME_GIVEN } from '~/steps/intents';
import { formatKept } from '~/i18n/format-wait';
import { Notice } from '~/components/page/notice';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/**
 * The button for keeping answers longer (docs/rules.md, "Expiry"). The stylesheet shows it when the time is nearly over, or always in a
 * browser without animations. If the time cannot be extended, the notice is shown at once, without the button.
 */
export function MoreTime({ hasSecrets }: { hasSecrets: boolean }) {
  const { language, keptFor, keptForMinutes } = usePage();
  const t = useTranslate();
  if (!keptFor || keptForMinutes === null) return null;
  const words = (seconds: number) => ({ time: formatKept(seconds, language) });
  if (keptFor.isLast) return <Notice kind="warning">{t('common:moreTime.last', words(keptFor.seconds))}</Notice>;
  return (
    <div className="more-time" role="status">
      <div className="reminder">
        <p>
          <strong>{t('common:moreTime.question')}</strong> {t('common:moreTime.text', words(keptForMinutes * 60))}
          {hasSecrets && <> {t('common:sendAgain.secrets')}</>}
        </p>
        <button className="secondary" name="intent" value={INTENTS.moreTime} formNoValidate>
          {t('common:moreTime.button')}
        </button>
      </div>
    </div>
  );
}

/** Takes the focus when the page reloads, as an error summary does. */
export function MoreTimeGiven() {
  const { language, keptFor, address } = usePage();
  const t = useTranslate();
  if (!keptFor || !address.endsWith(MORE_TIME_GIVEN)) return null;
  return (
    <Notice kind="success">
      <p role="status" tabIndex={-1} autoFocus>
        {t('common:moreTime.given', { time: formatKept(keptFor.seconds, language) })}
      </p>
    </Notice>
  );
}
