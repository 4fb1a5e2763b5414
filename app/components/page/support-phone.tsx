import { supportPhoneOf, usePage } from './page-context';

/** The support phone of the visitor's country, to be pressed. */
export function SupportPhone() {
  const phone = supportPhoneOf(usePage());
  return <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>;
}
