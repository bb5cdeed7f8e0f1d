import { Component, type ReactNode } from "react";

interface Props {
  /** What is shown in place of everything that cannot be drawn. */
  instead: (error: unknown) => ReactNode;
  children: ReactNode;
}

/** Draws something else where its children cannot be drawn: React would take them all off the page. */
export class ErrorBoundary extends Component<Props, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.instead(failure.error) : this.props.children;
  }
}
