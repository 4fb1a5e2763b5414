import { z } from 'zod';

/** A violation that a browser reported for one of our pages. */
export interface Violation {
  /** A directive that browsers report, or `other`. */
  directive: string;
  /** A host, a scheme without a host, a keyword such as `inline`, or `other`. Never a path or a query. */
  blocked: string;
  /** Caused by a browser extension, not by the page. */
  isExtension: boolean;
}

/** A broken page repeats its violations, so further ones add no information. */
const MAX_VIOLATIONS = 20;

const DIRECTIVES = [
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'child-src',
  'worker-src',
  'media-src',
  'object-src',
  'manifest-src',
  'form-action',
  'base-uri',
  'frame-ancestors',
];
/** Keywords in place of an address (CSP 3, section 5.2). */
const KEYWORDS = ['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'about', 'filesystem'];

const text = z.string().catch('');
const ofReportUri = z
  .object({ 'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text }) })
  .transform(({ 'csp-report': report }) => [
    { directive: report['effective-directive'] || report['violated-directive'], blocked: report['blocked-uri'] },
  ]);
const ofReportTo = z
  .array(z.object({ type: text, body: z.unknown() }))
  .transform((reports) => reports.filter(({ type }) => type === 'csp-violation').map(({ body }) => body))
  .pipe(
    z.array(
      z
        .object({ effectiveDirective: text, blockedURL: text })
        .transform(({ effectiveDirective, blockedURL }) => ({ directive: effectiveDirective, blocked: blockedURL })),
    ),
  );
const shapes = z.union([ofReportUri, ofReportTo]);

/** Reads both formats that browsers send. @returns undefined for any other */
export function readCspReport(body: string): Violation[] | undefined {
  const { data } = shapes.safeParse(parseJson(body));
  return data?.slice(0, MAX_VIOLATIONS).map(({ directive, blocked }) => ({
    directive: nameOf(directive),
    blocked: sourceOf(blocked),
    isExtension: /^[a-z-]*extension\b/i.test(blocked),
  }));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Older browsers send the directive with its values. */
function nameOf(directive: string): string {
  const [name = ''] = directive.split(' ');
  return DIRECTIVES.includes(name) ? name : 'other';
}

function sourceOf(blocked: string): string {
  if (KEYWORDS.includes(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'other';
  const { host, protocol } = new URL(blocked);
  if (/^(https?|wss?):$/.test(protocol)) return host;
  const scheme = protocol.slice(0, -1);
  return KEYWORDS.includes(scheme) || scheme.endsWith('extension') ? scheme : 'other';
}
