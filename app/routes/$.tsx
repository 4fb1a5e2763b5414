export function loader(): never {
  throw new Response(null, { status: 404 });
}

export const action = loader;

export default function Missing() {
  return null;
}
