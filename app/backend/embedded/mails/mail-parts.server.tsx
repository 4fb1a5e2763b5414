import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '~/domain/languages';
import { cleanLine } from '~/domain/typed-text';
import type { Language } from '~/i18n/languages';
import type { Mail } from './outbox.server';

/** What a mail says, once for both of its parts: a paragraph, lines below each other, or a link with the words before it. */
export type MailBlock = string | { lines: string[] } | { before: string; href: string; label: string };

/** A mail's text, HTML and subject, from what it says. Nothing in it can break out of its line or of its element. */
export function renderMail(subject: string, blocks: readonly MailBlock[], language: Language) {
  const clean = blocks.map(cleanBlock);
  return {
    subject: cleanLine(subject),
    text: clean.map(textOf).join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(<MailPage title={cleanLine(subject)} blocks={clean} language={language} />)}`,
  } satisfies Pick<Mail, 'subject' | 'text' | 'html'>;
}

/** A name may hold a line break where nobody looked; in a mail it would look like a sentence of ours. */
function cleanBlock(block: MailBlock): MailBlock {
  if (typeof block === 'string') return cleanLine(block);
  if ('lines' in block) return { lines: block.lines.map(cleanLine) };
  return { before: cleanLine(block.before), label: cleanLine(block.label), href: block.href };
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return block;
  return 'lines' in block ? block.lines.join('\n') : `${block.before}\n${block.href}`;
}

// Colours are left to the mail program, so that light and dark both stay readable; the link is a frame in the text's own colour.
const BODY: CSSProperties = {
  margin: 0,
  padding: '24px 16px',
  fontFamily: 'Arial, Helvetica, sans-serif',
  fontSize: 16,
  lineHeight: 1.5,
};
const COLUMN: CSSProperties = { maxWidth: 560, margin: '0 auto' };
const LINK: CSSProperties = {
  display: 'inline-block',
  padding: '12px 20px',
  border: '2px solid currentColor',
  borderRadius: 8,
  color: 'inherit',
  fontWeight: 'bold',
  textDecoration: 'none',
};

interface MailPageProps {
  title: string;
  blocks: readonly MailBlock[];
  language: Language;
}

/** No image, no script, nothing that is fetched: opening the mail tells nobody. */
function MailPage({ title, blocks, language }: MailPageProps) {
  return (
    <html lang={language} dir={LANGUAGES[language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
      </head>
      <body style={BODY}>
        <div lang={language} style={COLUMN}>
          {blocks.map((block, index) => (
            <Block key={index} block={block} />
          ))}
        </div>
      </body>
    </html>
  );
}

function Block({ block }: { block: MailBlock }) {
  if (typeof block === 'string') return <p>{block}</p>;
  if ('lines' in block) {
    return (
      <p>
        {block.lines.map((line, index) => (
          <span key={index}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    );
  }
  return (
    <>
      <p>{block.before}</p>
      <p>
        <a href={block.href} style={LINK}>
          {block.label}
        </a>
      </p>
    </>
  );
}
