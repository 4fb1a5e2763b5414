import type { LoaderFunctionArgs } from '@remix-run/node';

/** A mail's HTML may contain anything, so it must not run scripts, load resources or access this site. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** For the frames of the demo's outbox. Responds 404 outside demo mode and for a mail without HTML. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const html = await context.services.demo?.mailHtml(params.id ?? '');
  if (html === undefined) throw new Response(null, { status: 404 });
  context.headers.set('Content-Security-Policy', POLICY);
  // Links open beside the outbox, because our pages cannot be framed.
  const framed = html.replace('<head>', '<head><base target="_blank">');
  return new Response(framed, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
