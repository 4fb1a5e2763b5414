/** What is bought (docs/rules.md, "Build your own"). */
export interface Order {
  packageId: string;
  /** The subscription of a build-your-own order, `SUB1YEAR` or `SUB2YEAR`; null for a ready-made package. */
  productId: string | null;
  /** The options of a build-your-own order; empty for a ready-made package. */
  services: string[];
}
