import { Component, createElement, type ComponentType, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** The `mount` export of each enhancement's module. */
export type Mount = (element: HTMLElement) => void;

/** Mounts a component in the page's empty element, with the JSON of its `data-props` as props. */
export function mountWith<Props extends object>(component: ComponentType<Props>): Mount {
  return (element) => {
    const props = JSON.parse(element.dataset.props ?? '{}') as Props;
    createRoot(element).render(createElement(ErrorBoundary, null, createElement(component, props)));
  };
}

/** Removes an enhancement that throws from the page. Otherwise Preact would never run the effects of the others. */
class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  override componentDidCatch(error: unknown) {
    this.setState({ hasFailed: true });
    // Reports the error to the window, like any uncaught error.
    queueMicrotask(() => {
      throw error;
    });
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
