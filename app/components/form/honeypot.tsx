import { HONEYPOT } from '~/steps/control-fields';
import { useTranslate } from '~/components/page/use-translate';

/** Only bots fill in this field (app/use-cases/step/refuse.server.ts). */
export function Honeypot() {
  const t = useTranslate();
  return (
    <div className="left-empty" aria-hidden="true">
      <label htmlFor={HONEYPOT}>{t('common:leftEmpty')}</label>
      <input id={HONEYPOT} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
