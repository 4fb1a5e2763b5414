import { usePage } from '~/components/page/page-context';

/** The prefix of the mark's field name. */
export const PAGE_MARK = 'page-';

/**
 * Identifies the page's owner, and proves that the form is ours (docs/rules.md, "Page ownership"). Every form that
 * posts needs it as its first field: Chromium and WebKit refill a form after Back if its first two field names are the
 * same. This name differs for each visitor. It is removed before a route reads the form.
 */
export function PageMark() {
  const { mark } = usePage();
  if (mark === null) return null;
  const { name, value } = mark();
  return <input type="hidden" name={name} value={value} />;
}
