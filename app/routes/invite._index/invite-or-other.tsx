import { FormToken } from '~/components/form/form-token';
import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/forms/intents';
import { BASE_PATH } from '~/domain/base-path';

/** Asks which sign-up to continue, and reveals nothing of either (docs/rules.md, "Shared browsers"). */
export function InviteOrOther() {
  const t = useTranslate();
  return (
    <>
      <h1>{t('invite:other.heading')}</h1>
      <p>{t('invite:other.text')}</p>
      <p>{t('invite:other.advice')}</p>
      <form method="post" action={`${BASE_PATH}/invite?index`} className="step-buttons">
        <FormToken />
        <button className="primary" name="intent" value={INTENTS.join}>
          {t('invite:other.join')}
        </button>{' '}
        <button className="secondary" name="intent" value={INTENTS.stay}>
          {t('invite:other.stay')}
        </button>
      </form>
    </>
  );
}
