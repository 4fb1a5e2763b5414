import { describe, expect, it } from 'vitest';
import { readCspReport } from './csp-report';

const byReportUri = (report: object) => readCspReport(JSON.stringify({ 'csp-report': report }));
const byReportTo = (...bodies: object[]) =>
  readCspReport(
    JSON.stringify(bodies.map((body) => ({ type: 'csp-violation', age: 10, url: 'https://a.example', body }))),
  );

describe('a browser report', () => {
  it('is parsed as sent by Firefox and Safari', () => {
    const report = {
      'document-uri': 'https://join.example.com/app/join/invite?token=secret',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example:8443/steal.js?who=ann',
    };
    expect(byReportUri(report)).toEqual([
      { directive: 'script-src-elem', blocked: 'evil.example:8443', isExtension: false },
    ]);
    expect(byReportUri({ 'violated-directive': "style-src 'sha256-abc='", 'blocked-uri': 'inline' })).toEqual([
      { directive: 'style-src', blocked: 'inline', isExtension: false },
    ]);
  });

  it('is parsed as sent by Chrome, with several violations', () => {
    expect(
      byReportTo(
        { effectiveDirective: 'img-src', blockedURL: 'http://pixel.example/a.gif?b=c' },
        { effectiveDirective: 'connect-src', blockedURL: 'wss://socket.example/path' },
      ),
    ).toEqual([
      { directive: 'img-src', blocked: 'pixel.example', isExtension: false },
      { directive: 'connect-src', blocked: 'socket.example', isExtension: false },
    ]);
  });

  it.each([
    'chrome-extension://abcdef/inject.js',
    'moz-extension://abcdef',
    'safari-web-extension://x/y',
    'chrome-extension',
  ])('is marked as an extension’s: %s', (blockedURL) => {
    expect(byReportTo({ effectiveDirective: 'script-src', blockedURL })).toMatchObject([{ isExtension: true }]);
  });

  it.each([
    ['data:text/html,<b>ann@example.com</b>', 'data'],
    ['blob:https://join.example.com/1234', 'blob'],
    ['eval', 'eval'],
    ['', 'other'],
    ['tel:5551234', 'other'],
    ['ann@example.com', 'other'],
    ['https://user:password@host.example/path', 'host.example'],
  ])('is recorded for %s only as %s', (blockedURL, blocked) => {
    expect(byReportTo({ effectiveDirective: 'img-src', blockedURL })).toMatchObject([{ blocked }]);
  });

  it('names only known directives, and at most twenty violations', () => {
    const made = byReportTo(
      ...Array.from({ length: 50 }, () => ({ effectiveDirective: 'made-up', blockedURL: 'eval' })),
    );
    expect(made).toHaveLength(20);
    expect(made![0]).toEqual({ directive: 'other', blocked: 'eval', isExtension: false });
  });

  it('is ignored if it is of another kind, and other bodies are rejected', () => {
    expect(readCspReport(JSON.stringify([{ type: 'deprecation', body: { id: 'x' } }]))).toEqual([]);
    expect(byReportUri({ 'effective-directive': 7, 'blocked-uri': null })).toMatchObject([{ directive: 'other' }]);
    for (const body of ['', '{', 'null', '7', '{}', '{"csp-report":7}', '["a"]', '[{"type":"csp-violation"}]'])
      expect(readCspReport(body), body).toBeUndefined();
  });
});
