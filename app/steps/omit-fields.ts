/** Copies a form without some of its fields. */
export function omitFields(posted: FormData, ...names: string[]): FormData {
  const form = new FormData();
  for (const [name, value] of posted) if (!names.includes(name)) form.append(name, value);
  return form;
}
