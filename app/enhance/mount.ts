import { Component, createElement, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** The `mount` export of each enhancement's module. */
export type Mount = (element: HTMLElement) => void;

/** Mounts a component in the page's empty element, with the JSON of its `data-props` as props. */
export function mountWith<Props extends object>(component: ComponentType<Props>): Mount {
  return (element) => {
    const props = JSON.parse(element.dataset.props ?? '{}') as Props;
    createRoot(element).render(createElement(Alone, null, createElement(component, props)));
  };
}

/** Takes an enhancement that throws off the page. Preact would otherwise never run the effects of the others. */
class Alone extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  override componentDidCatch(error: unknown) {
    this.setState({ hasFailed: true });
    // The window hears of it, as of any error that nothing caught.
    queueMicrotask(() => {
      throw error;
    });
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
