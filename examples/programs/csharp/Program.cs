using Pulumi;
using Pulumi.Kubernetes.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Core.V1;
using Pulumi.Kubernetes.Types.Inputs.Meta.V1;

return await Deployment.RunAsync(() =>
{
    // Another team owns the object; only the port is ours.
    var patch = new EndpointsPatch("gateway-port", new EndpointsPatchArgs
    {
        Metadata = new ObjectMetaPatchArgs
        {
            Name = "gateway",
            Namespace = "edge",
            Annotations = { { "pulumi.com/patchForce", "True" } },
        },
        Subsets =
        {
            new EndpointSubsetPatchArgs
            {
                Addresses = { new EndpointAddressPatchArgs { Ip = "10.9.0.10" } },
                Ports = { new EndpointPortPatchArgs { Name = "https", Port = 8443 } },
            },
        },
    });
});
