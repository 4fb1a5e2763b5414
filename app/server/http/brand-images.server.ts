import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Page } from '~/components/page/page-context';
import { ASSETS_PATH, BASE_PATH } from '~/domain/base-path';
import type { Configuration } from '~/settings/configuration.server';
import type { BrandImage } from '~/settings/kinds/brand-image';

const LOGO_HEIGHT = 28;
const EXTENSIONS = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/x-icon': 'ico' } as const;

/** Prevents an SVG that is opened as a page of this site from running scripts or loading resources. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export type BrandImages = Pick<Page, 'logo' | 'favicon'>;

type Settings = Pick<Configuration, 'brandLogo' | 'brandFavicon'>;

/** The image URLs for pages: the brand's own logo and favicon, or the product's defaults. */
export function brandImages({ brandLogo, brandFavicon }: Settings): BrandImages {
  const { width = 1, height = 1 } = brandLogo?.size ?? {};
  return {
    logo: brandLogo
      ? {
          address: addressOf('logo', brandLogo),
          width: Math.round((LOGO_HEIGHT * width) / height),
          height: LOGO_HEIGHT,
        }
      : null,
    favicon: brandFavicon
      ? { address: addressOf('favicon', brandFavicon), mediaType: brandFavicon.mediaType }
      : { address: `${BASE_PATH}/favicon.svg`, mediaType: 'image/svg+xml' },
  };
}

/** Serves the images with a cache lifetime of a year, because a changed image has a different address. */
export function brandImagesRouter({ brandLogo, brandFavicon }: Settings): Router {
  const router = Router();
  for (const [name, image] of Object.entries({ logo: brandLogo, favicon: brandFavicon })) {
    if (!image) continue;
    router.get(addressOf(name, image), (_req, res) => {
      res.set('Content-Security-Policy', POLICY);
      res.set('Cache-Control', 'public, max-age=31536000, immutable');
      res.type(image.mediaType).send(image.bytes);
    });
  }
  return router;
}

function addressOf(name: string, { bytes, mediaType }: BrandImage): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `${ASSETS_PATH}${name}-${hash}.${EXTENSIONS[mediaType]}`;
}
