/** Every address that is no screen: a proper 404 page. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
