import { HONEYPOT } from '~/forms/control-fields';
import { useTranslate } from '~/components/page/use-translate';

/** A field for programs that fill in whatever there is: nobody sees it, hears it or comes to it by keyboard (app/use-cases/step/rate-limit-weight.server.ts). */
export function Honeypot() {
  const t = useTranslate();
  return (
    <div className="left-empty" aria-hidden="true">
      <label htmlFor={HONEYPOT}>{t('common:leftEmpty')}</label>
      <input id={HONEYPOT} name={HONEYPOT} tabIndex={-1} autoComplete="off" />
    </div>
  );
}
