/** Tests of the Helm chart: against the product, with Helm, and on a real Kubernetes. */
package io.quorate.chart;
