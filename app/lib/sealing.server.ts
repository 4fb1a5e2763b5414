export { createSealing, type Sealing } from './sealing.mjs';
