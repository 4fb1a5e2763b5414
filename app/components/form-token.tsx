import { usePage } from './page-context';

export const FORM_TOKEN = 'formToken';

/** What tells our forms from those of other sites where a browser does not (app/server/form-token.server.ts). Every form that posts has one. */
export function FormToken() {
  const { formToken } = usePage();
  return formToken === null ? null : <input type="hidden" name={FORM_TOKEN} value={formToken} />;
}
