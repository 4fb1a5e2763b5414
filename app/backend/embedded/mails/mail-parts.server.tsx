import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '~/domain/languages';
import { cleanLine } from '~/domain/typed-text';
import type { Language } from '~/i18n/languages';
import type { Mail } from './outbox.server';

/** The content of both parts of a mail: a paragraph, a list of lines, or a link with the text before it. */
export type MailBlock = string | { lines: string[] } | { before: string; href: string; label: string };

/** Makes a mail's text, HTML and subject. All content is escaped and kept on its own line. */
export function renderMail(subject: string, blocks: readonly MailBlock[], language: Language) {
  const clean = blocks.map(cleanBlock);
  return {
    subject: cleanLine(subject),
    text: clean.map(textOf).join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(<MailPage title={cleanLine(subject)} blocks={clean} language={language} />)}`,
  } satisfies Pick<Mail, 'subject' | 'text' | 'html'>;
}

/** An unchecked name may contain a line break, which would pass for a sentence of ours. */
function cleanBlock(block: MailBlock): MailBlock {
  if (typeof block === 'string') return cleanLine(block);
  if ('lines' in block) return { lines: block.lines.map(cleanLine) };
  return { before: cleanLine(block.before), label: cleanLine(block.label), href: block.href };
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return block;
  return 'lines' in block ? block.lines.join('\n') : `${block.before}\n${block.href}`;
}

// The mail program picks the colours, so that light and dark modes are readable. The link's frame has the text's colour.
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

/** Loads no image and no script, so opening the mail reveals nothing. */
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
