import type { CSSProperties } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '~/domain/languages';
import { cleanLine } from '~/domain/typed-text';
import type { Language } from '~/i18n/languages';
import { supportPhoneIn } from '~/domain/country-rules';
import type { Translate } from '~/i18n/translator';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { findGreetingName } from './typed-name';

/**
 * The content of both parts of a mail: a paragraph, small print, a heading, rows with amounts, lines such as an address, a link with its
 * label, or the closing.
 */
export type MailBlock =
  | string
  | { small: string }
  | { heading: string }
  | { rows: readonly MailRow[] }
  | { lines: readonly string[] }
  | { href: string; label: string }
  | { closing: readonly string[] };

/** A row as in a receipt. */
export interface MailRow {
  name: string;
  /** Details of the name. */
  parts?: readonly string[];
  /** One per line. */
  values: readonly string[];
  isTotal?: true;
}

export interface MailContent {
  language: Language;
  subject: string;
  /** Shown at the top. If omitted, the first lines do not reveal the sender to onlookers. */
  brandName?: string;
  /** The background behind white text. */
  brandColor: string;
  /** One part, or the same content in several languages if the reader's language is unknown. */
  parts: readonly { language: Language; blocks: readonly MailBlock[] }[];
}

/** Separates the languages of a subject, and the parts of a text. */
export const BETWEEN_SUBJECTS = ' / ';
export const BETWEEN_PARTS = `\n\n${'-'.repeat(40)}\n\n`;

/** Makes a mail's subject, text and HTML, which have the same content. All content is escaped and kept on its own line. */
export function renderMail({ language, subject, brandName, brandColor, parts }: MailContent) {
  const clean = parts.map((part) => ({ ...part, blocks: part.blocks.map(cleanBlock) }));
  const texts = clean.map(({ blocks }) => textOfBlocks(blocks));
  return {
    language,
    subject: cleanLine(subject),
    text: [...(brandName === undefined ? [] : [`${brandName}\n\n`]), texts.join(BETWEEN_PARTS)].join(''),
    html: htmlOf({ language, subject: cleanLine(subject), brandName, brandColor, parts: clean }),
    languages: parts.map((part) => part.language),
  };
}

interface Letter {
  language: Language;
  subject: string;
  blocks: readonly MailBlock[];
}

/** A mail in one language, with the brand; replies go to support. */
export function renderLetter(
  { brandName, brandColor, supportEmail }: { brandName: string; brandColor: string; supportEmail: string },
  { language, subject, blocks }: Letter,
) {
  const content = renderMail({ language, subject, brandName, brandColor, parts: [{ language, blocks }] });
  return { ...content, replyTo: supportEmail };
}

/** Removes line breaks, because a typed name with a line break could pass for a sentence of the mail. */
function cleanBlock(block: MailBlock): MailBlock {
  if (typeof block === 'string') return cleanLine(block);
  if ('small' in block) return { small: cleanLine(block.small) };
  if ('heading' in block) return { heading: cleanLine(block.heading) };
  if ('rows' in block) {
    return {
      rows: block.rows.map(({ name, parts = [], values, ...row }) => ({
        ...row,
        name: cleanLine(name),
        parts: parts.map(cleanLine),
        values: values.map(cleanLine),
      })),
    };
  }
  if ('lines' in block) return { lines: block.lines.map(cleanLine) };
  if ('closing' in block) return { closing: block.closing.map(cleanLine) };
  return { href: block.href, label: cleanLine(block.label) };
}

/** A blank line between two blocks, except below an underlined heading. */
function textOfBlocks(blocks: readonly MailBlock[]): string {
  return blocks
    .map((block) => textOf(block) + (typeof block === 'object' && 'heading' in block ? '\n' : '\n\n'))
    .join('')
    .trimEnd();
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return lineBySentence(block);
  if ('small' in block) return block.small;
  if ('heading' in block) return `${block.heading}\n${'-'.repeat(block.heading.length)}`;
  if ('rows' in block) return block.rows.map(rowText).join('\n');
  if ('lines' in block) return block.lines.join('\n');
  if ('closing' in block) return block.closing.map(lineBySentence).join('\n');
  return `${block.label}:\n${block.href}`;
}

/** Begins each sentence on its own line. An initial, as of a name, ends no sentence. */
function lineBySentence(text: string): string {
  return text.replace(/(?<=\p{L}{2}|[\d)])\. (?=[¿¡]?\p{Lu})/gu, '.\n');
}

function rowText({ name, parts = [], values }: MailRow): string {
  const [first = '', ...rest] = values;
  return [`${name}: ${first}`.trim(), ...indented([...parts, ...rest])].join('\n');
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

// The mail program picks text and background colors for light and dark mode. This grey is visible in both.
const LINE = '1px solid #a3adab';
const FONT: CSSProperties = { fontFamily: 'Arial, Helvetica, sans-serif', fontSize: 16, lineHeight: '24px' };
const PARAGRAPH: CSSProperties = { margin: '0 0 16px' };
const HEADING: CSSProperties = { margin: '28px 0 12px', fontSize: 20, lineHeight: '26px', fontWeight: 'bold' };
const CELL: CSSProperties = { padding: '9px 0', borderBottom: LINE, verticalAlign: 'top' };
const CLOSING: CSSProperties = { ...PARAGRAPH, margin: '0 0 8px', fontSize: 14, lineHeight: '20px' };

/** Outlook renders with Word, which ignores max-width, so it gets a table of the column's width. */
const WORD_BEGIN = `<!--[if mso]><table role="presentation" width="560" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`;
const WORD_END = '<!--[if mso]></td></tr></table><![endif]-->';

/** Loads no image or script, so opening the mail reveals nothing. */
function htmlOf(content: MailContent): string {
  const { language } = content;
  return [
    `<!doctype html><html lang="${language}" dir="${LANGUAGES[language].direction}">`,
    renderToStaticMarkup(<MailHead title={content.subject} />),
    '<body style="margin:0;padding:0">',
    WORD_BEGIN,
    renderToStaticMarkup(<MailColumn {...content} />),
    WORD_END,
    '</body></html>',
  ].join('');
}

function MailHead({ title }: { title: string }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      {/* Stops iOS from turning dates, order numbers and streets into links. */}
      <meta name="format-detection" content="date=no, address=no, telephone=no" />
      <title>{title}</title>
    </head>
  );
}

function MailColumn({ brandName, brandColor, parts }: MailContent) {
  return (
    <table
      role="presentation"
      width="100%"
      align="center"
      cellPadding={0}
      cellSpacing={0}
      border={0}
      style={{ maxWidth: 560, margin: '0 auto' }}
    >
      <tbody>
        <tr>
          <td style={{ ...FONT, padding: '24px 16px', overflowWrap: 'break-word' }}>
            {brandName !== undefined && (
              <p
                style={{
                  margin: '0 0 24px',
                  paddingBottom: 12,
                  borderBottom: `4px solid ${brandColor}`,
                  fontSize: 22,
                  lineHeight: '28px',
                  fontWeight: 'bold',
                }}
              >
                {brandName}
              </p>
            )}
            {parts.map(({ language, blocks }, index) => (
              // Some mail programs drop the attributes of html and body.
              <div
                key={index}
                lang={language}
                dir={LANGUAGES[language].direction}
                style={index === 0 ? {} : { marginTop: 32, paddingTop: 24, borderTop: LINE }}
              >
                {blocks.map((block, at) => (
                  <Block key={at} block={block} brandColor={brandColor} />
                ))}
              </div>
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Block({ block, brandColor }: { block: MailBlock; brandColor: string }) {
  if (typeof block === 'string') return <p style={PARAGRAPH}>{block}</p>;
  if ('small' in block) return <p style={{ ...CLOSING, margin: 0 }}>{block.small}</p>;
  if ('heading' in block) return <h2 style={HEADING}>{block.heading}</h2>;
  if ('rows' in block) return <Rows rows={block.rows} />;
  if ('lines' in block) {
    return (
      <p style={PARAGRAPH}>
        <LineByLine lines={block.lines} />
      </p>
    );
  }
  if ('closing' in block) {
    return (
      <div style={{ marginTop: 24, paddingTop: 16, borderTop: LINE }}>
        {block.closing.map((line, index) => (
          <p key={index} style={CLOSING}>
            {line}
          </p>
        ))}
      </div>
    );
  }
  return <LinkButton href={block.href} label={block.label} color={brandColor} />;
}

function Rows({ rows }: { rows: readonly MailRow[] }) {
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '0 0 16px', borderTop: LINE }}>
      <tbody>
        {rows.map(({ name, parts = [], values, isTotal }, index) => {
          const cell: CSSProperties = { ...FONT, ...CELL, fontWeight: isTotal ? 'bold' : 'normal' };
          // An address is below its name, because a phone has no room beside it. It may contain a word that is wider than a phone.
          if (values.length > 1)
            return (
              <tr key={index}>
                <td colSpan={2} style={{ ...cell, wordBreak: 'break-word' }}>
                  <span style={{ fontSize: 14 }}>{name}</span>
                  <br />
                  <LineByLine lines={values} />
                </td>
              </tr>
            );
          return (
            <tr key={index}>
              <th scope="row" align="left" style={{ ...cell, paddingRight: 16 }}>
                <LineByLine lines={[name, ...parts]} />
              </th>
              <td align="right" style={{ ...cell, ...valueStyle(values) }}>
                <LineByLine lines={values} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The length of an amount with its sign. */
const AMOUNT_LENGTH = 14;

/** Amounts do not wrap. */
function valueStyle([value = '']: readonly string[]): CSSProperties {
  return value.length <= AMOUNT_LENGTH ? { whiteSpace: 'nowrap' } : {};
}

function LineByLine({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={index}>
      {index > 0 && <br />}
      {line}
    </span>
  ));
}

/** Word supports padding only on cells. */
const WORD_PADDING = { msoPaddingAlt: '14px 24px' } as CSSProperties;

function LinkButton({ href, label, color }: { href: string; label: string; color: string }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td align="center" style={{ backgroundColor: color, borderRadius: 8, ...WORD_PADDING }}>
            <a
              href={href}
              style={{
                ...FONT,
                display: 'block',
                padding: '14px 24px',
                color: '#ffffff',
                fontSize: 17,
                fontWeight: 'bold',
                textDecoration: 'none',
              }}
            >
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The site that sends a mail, with its support contacts. */
export type MailSender = Pick<
  EmbeddedOptions,
  'brandName' | 'brandColor' | 'publicUrl' | 'supportEmail' | 'supportPhones'
>;

export function greet(t: Translate, firstName: string): string {
  const name = findGreetingName(firstName);
  return name === null ? t('backend:mail.hello') : t('backend:mail.greeting', { name });
}

/** The host of a mail's links, for readers who check it before they follow one. */
export function hostOf({ publicUrl }: Pick<MailSender, 'publicUrl'>): string {
  return new URL(publicUrl).host;
}

/** @param country ISO 3166-1 alpha-2; null if unknown */
export function supportLine(t: Translate, { supportEmail, supportPhones }: MailSender, country: string | null): string {
  return t('backend:mail.support', { email: supportEmail, phone: supportPhoneIn(supportPhones, country) });
}
