package shop;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.kubernetes.discovery.v1.EndpointSlice;
import com.pulumi.kubernetes.discovery.v1.EndpointSliceArgs;
import com.pulumi.kubernetes.discovery.v1.inputs.EndpointArgs;
import com.pulumi.kubernetes.discovery.v1.inputs.EndpointPortArgs;
import com.pulumi.kubernetes.meta.v1.inputs.ObjectMetaArgs;
import java.util.Map;

public class App {
    private static final String SERVICE = "search";

    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    private static void stack(Context ctx) {
        new EndpointSlice("search-v4", EndpointSliceArgs.builder()
            .metadata(ObjectMetaArgs.builder()
                .name(SERVICE + "-v4")
                .namespace("shop")
                .labels(Map.of("kubernetes.io/service-name", SERVICE))
                .build())
            .addressType("IPv4")
            .endpoints(
                EndpointArgs.builder().addresses("10.50.1.1").build(),
                EndpointArgs.builder().addresses("fd00:50::1").build())
            .ports(EndpointPortArgs.builder().name("http").port(9200).build())
            .build());
    }
}
