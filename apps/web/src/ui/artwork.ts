import type { ReactNode } from 'react';

/**
 * A picture drawn for the public pages, 400 by 300; it fills its frame by cropping. Drawn, since nobody's
 * photographs belong here. `id` names its gradient, and differs wherever the picture is used twice.
 */
export type Artwork = (props: { id: string }) => ReactNode;
