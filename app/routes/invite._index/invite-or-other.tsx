import { PageMark } from '~/components/form/page-mark';
import { useTranslate } from '~/components/page/use-translate';
import { INTENTS } from '~/steps/intents';
import { BASE_PATH } from '~/domain/base-path';

/** Asks which sign-up to continue, and reveals nothing about either (docs/rules.md, "Shared browsers"). */
export function InviteOrOther() {
  const t = useTranslate();
  return (
    <>
      <h1>{t('invite:other.heading')}</h1>
      <p>{t('invite:other.text')}</p>
      <p>{t('invite:other.advice')}</p>
      <form method="post" action={`${BASE_PATH}/invite?index`} className="step-buttons">
        <PageMark />
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

/** Asks the same when a visitor with an invite begins their own sign-up. */
export function OwnOrInvite() {
  const t = useTranslate();
  return (
    <>
      <h1>{t('invite:own.heading')}</h1>
      <p>{t('invite:own.text')}</p>
      <p>{t('invite:own.advice')}</p>
      <form method="post" action={`${BASE_PATH}/invite?index`} className="step-buttons">
        <PageMark />
        <button className="primary" name="intent" value={INTENTS.stay}>
          {t('invite:own.stay')}
        </button>{' '}
        <button className="secondary" name="intent" value={INTENTS.begin}>
          {t('invite:own.begin')}
        </button>
      </form>
    </>
  );
}
