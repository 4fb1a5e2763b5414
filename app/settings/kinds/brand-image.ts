import { readFileSync } from 'node:fs';
import { z } from 'zod';

const MAX_BYTES = 32 * 1024;

/** An image of the brand, read once. */
export interface BrandImage {
  bytes: Buffer;
  mediaType: 'image/svg+xml' | 'image/png' | 'image/x-icon';
  /** In pixels, or in the units of an SVG; undefined for an icon. */
  size: { width: number; height: number } | undefined;
}

type MediaType = BrandImage['mediaType'];

/** The path of a file, whose type is detected from its content. Undefined if not set. */
export const brandImage = <const T extends MediaType>(allowed: readonly T[], maxRatio = Infinity) =>
  z
    .string()
    .transform((path, context): BrandImage => {
      const image = read(path, allowed);
      const isTooWide = typeof image !== 'string' && image.size && image.size.width > maxRatio * image.size.height;
      if (typeof image !== 'string' && !isTooWide) return image;
      context.addIssue(typeof image === 'string' ? image : `must not be wider than ${maxRatio} times its height`);
      return z.NEVER;
    })
    .optional();

/** @returns the image, or a fault */
function read(path: string, allowed: readonly MediaType[]): BrandImage | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return `${path} cannot be read: ${(error as Error).message}`;
  }
  if (bytes.length > MAX_BYTES) return `${path} must not be larger than 32 kB, because it is sent to every visitor`;
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType || !allowed.includes(mediaType)) {
    return `${path} must be an image of the type ${allowed.join(' or ')}, whatever its name`;
  }
  const size = sizeOf(bytes, mediaType);
  if (mediaType !== 'image/x-icon' && !size) return `${path} must contain its size: in an SVG the viewBox`;
  return { bytes, mediaType, size };
}

function mediaTypeOf(bytes: Buffer): MediaType | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (bytes.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0]))) return 'image/x-icon';
  return svgTagOf(bytes) === undefined ? undefined : 'image/svg+xml';
}

function sizeOf(bytes: Buffer, mediaType: MediaType): BrandImage['size'] {
  const [width = 0, height = 0] =
    mediaType === 'image/png'
      ? bytes.length < 24
        ? []
        : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
      : (/\sviewBox\s*=\s*["']\s*(?:[-+.\de]+[\s,]+){2}([.\de]+)[\s,]+([.\de]+)\s*["']/i
          .exec(svgTagOf(bytes) ?? '')
          ?.slice(1)
          .map(Number) ?? []);
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** The opening tag of an SVG file, after anything that may precede it. */
function svgTagOf(bytes: Buffer): string | undefined {
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*(<svg[\s>][^>]*)/i.exec(
    bytes.toString('utf8'),
  )?.[1];
}
