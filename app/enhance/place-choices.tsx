import { mountPlaces } from './place/mount-places';

export const mount = mountPlaces();
