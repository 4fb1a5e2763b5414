import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

/** The `mount` export of each enhancement's module. */
export type Mount = (element: HTMLElement) => void;

/** Mounts a component in the page's empty element, with the JSON of its `data-props` as props. */
export function mountWith<Props extends object>(component: ComponentType<Props>): Mount {
  return (element) =>
    createRoot(element).render(createElement(component, JSON.parse(element.dataset.props ?? '{}') as Props));
}
