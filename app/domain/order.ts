/** `productId` and `services` describe a build-your-own order; they are null and empty for a ready-made package. */
export interface Order {
  packageId: string;
  productId: string | null;
  services: string[];
}
