import { usePage } from '~/components/page/page-context';

export const FORM_TOKEN = 'formToken';

/** What tells our forms from those of other sites where a browser does not (app/server/http/form-token-guard.server.ts). Every form that posts has one. */
export function FormToken() {
  const { formToken } = usePage();
  return formToken === null ? null : <input type="hidden" name={FORM_TOKEN} value={formToken} />;
}

/** What the name of `FormMark` begins with. */
export const FORM_MARK = 'browser-';

/**
 * A field whose name is another one for each visitor. Browsers fill a form that somebody comes Back to with what was typed, where its first
 * two names are those of then (Chromium and WebKit, `FormSignature`); Firefox leaves out pages that are `no-store`. After Exit this page the
 * visitor is another one, and nothing comes back. It stands first in a step's form, and is dropped before a route reads it.
 */
export function FormMark() {
  const { formMark } = usePage();
  return formMark === null ? null : <input type="hidden" name={FORM_MARK + formMark} />;
}
