import { supportPhoneOf, usePage } from './page-context';

export function SupportPhone() {
  const phone = supportPhoneOf(usePage());
  return <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>;
}
