/**
 * Where the page is that tells that username and password are set. It leads on by itself, unless the form asked to stay there
 * (docs/rules.md, "Automatic redirects").
 *
 * @param page such as `/credentials`
 */
export function donePath(page: string, form: FormData): string {
  return form.has('stay') ? `${page}?stay=1` : page;
}
