import { usePage } from '~/components/page/page-context';

export const FORM_TOKEN = 'formToken';

/** CSRF token, needed in every form that posts (app/server/http/form-token.server.ts). */
export function FormToken() {
  const { formToken } = usePage();
  return formToken === null ? null : <input type="hidden" name={FORM_TOKEN} value={formToken} />;
}

/** The prefix of `FormMark`'s name. */
export const FORM_MARK = 'browser-';

/**
 * Keeps Chromium and WebKit from refilling a form after Back: they match forms by their first two field names, and this name differs for each
 * visitor. After Exit this page nothing is refilled. It must stand first, and is dropped before a route reads the form.
 */
export function FormMark() {
  const { formMark } = usePage();
  return formMark === null ? null : <input type="hidden" name={FORM_MARK + formMark} />;
}
